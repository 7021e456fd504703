"""Somebody else's program: it uses all public functions, and its types are checked strictly, far from the checkout."""

from __future__ import annotations

from pathlib import Path

import arcanum
from arcanum import records


class Cautious:
    """A player of one's own."""

    def choose(self, view: arcanum.View) -> arcanum.Action:
        """Whatever comes last."""
        return view.legal_actions[-1]


def cautious(seed: int) -> Cautious:
    """Makes one for a game."""
    return Cautious()


def play(rules: arcanum.RuleSet, seed: int) -> arcanum.Outcome:
    """A whole game, told as it goes on."""
    names = ["Anna", "Bruno", "Clara"]
    teller: arcanum.Narrator = arcanum.narrator(rules, names)
    guests: list[arcanum.Player] = [Cautious(), arcanum.player("greedy", seed), arcanum.player("random", seed)]
    done: arcanum.Step = arcanum.begin(rules, players=len(names), seed=seed)
    actions: list[arcanum.Action] = []
    while not arcanum.is_over(done.state):
        seat: arcanum.Seat | None = arcanum.to_act(done.state)
        assert seat is not None
        view: arcanum.View = arcanum.observe(done.state, seat)
        assert arcanum.observe(arcanum.determinize(view, seed=seed), seat) == view
        action = guests[seat].choose(view)
        assert arcanum.parse_action(rules, str(action)) == action
        reasons: tuple[arcanum.Violation, ...] = arcanum.why_not(done.state, action, seat=seat)
        assert [reason.message for reason in reasons] == []
        done = arcanum.step(done.state, action, seat=seat)
        actions.append(action)
        events: tuple[arcanum.Event, ...] = done.heard(seat)
        heard: list[arcanum.Line] = [line for event in events for line in teller.lines(event)]
        clauses: list[arcanum.ClauseId | None] = [line.clause for line in heard]
        assert len(clauses) == len(heard)
    record: arcanum.Record = records.make(rules, players=len(names), seed=seed, actions=actions, names=names)
    assert records.parse(records.text(record)).state() == done.state
    outcome = arcanum.outcome(done.state)
    assert outcome is not None
    return outcome


def look_up(game: str, one: str, other: str) -> int:
    """The rules themselves."""
    clauses: tuple[arcanum.Clause, ...] = arcanum.clauses(game)
    texts = {clause.id: clause.text for clause in clauses}
    differences: tuple[arcanum.Difference, ...] = arcanum.diff(one, other)
    return len(texts) + len(differences)


def refused(state: arcanum.State, action: arcanum.Action) -> str:
    """What an interface shows when somebody tries what he may not."""
    try:
        arcanum.apply(state, action)
    except arcanum.IllegalAction as error:
        return str(error)
    return ""


def message(error: arcanum.ArcanumError) -> str:
    """Errors by their kind."""
    match error:
        case arcanum.DocumentError() | arcanum.HouseRuleError() | arcanum.RecordError() | arcanum.ParseError():
            return f"cannot read this: {error}"
        case arcanum.BadCall() | arcanum.UnknownName():
            return f"cannot do this: {error}"
        case _:
            return str(error)


def judge(path: Path) -> bool:
    """Whether a house rule is sound and changes nothing in the play. (Needs an extra, so nobody calls it here.)"""
    report: arcanum.Report = arcanum.validate(path, games=10)
    return report.sound and not changes(path)


def changes(other: str | Path) -> int:
    """How many differences in the play are real."""
    report: arcanum.PlayReport = arcanum.compare("arcanum/en", other, ["random"] * 3, games=2)
    return sum(comparison.real for comparison in report.comparisons)


def main() -> None:
    """Everything once."""
    for name in arcanum.rulesets("arcanum"):
        scores: tuple[int, ...] = play(arcanum.rules(name), seed=1).scores
        print(name, *scores)
    state: arcanum.State = arcanum.new_game("arcanum/en", players=3, seed=1)
    legal: tuple[arcanum.Action, ...] = arcanum.legal_actions(state)
    view = arcanum.observe(state, None)
    again: object = arcanum.loads(arcanum.dumps(state))
    print(len(legal), again == state, len(arcanum.svg(view, names=["Anna", "Bruno", "Clara"])))
    print(refused(state, arcanum.Pass()), refused(state, arcanum.Option("raise")))
    print([look_up(game, *arcanum.rulesets(game)[:2]) for game in arcanum.games()], changes("arcanum/it"))
    try:
        arcanum.loads("{}")
    except arcanum.ArcanumError as error:
        print(message(error))
    games: arcanum.Simulation = arcanum.simulate("arcanum/en", [cautious, "random", "random"], games=2, seed=1)
    print([result.winners for result in games.results()])


if __name__ == "__main__":
    main()
