"""Arguments that several commands share, and what they stand for."""

from __future__ import annotations

import argparse
from secrets import randbits
from typing import TypeAlias

import arcanum
from arcanum.kernel.options import GameOption

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")
RULES = "arcanum/en"
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def other_rules() -> str:
    """Which rule sets there are, and how to see what else they let one choose."""
    return f"Rule sets: {', '.join(arcanum.rulesets())}. To see the options of another one: --rules ID --help."


def add_game(parser: argparse.ArgumentParser, rules: arcanum.RuleSet) -> tuple[str, ...]:
    """The options that begin a game, and what they are called."""
    parser.add_argument("--rules", default=RULES, metavar="ID", help="the rule set (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="how many players (default: %(default)s)")
    parser.add_argument("--seed", type=int, metavar="N", help="play the same game again (default: a new one)")
    return ("--rules", "--players", "--seed", *add_options(parser, rules))


def add_options(parser: argparse.ArgumentParser, rules: arcanum.RuleSet) -> tuple[str, ...]:
    """The options of the game, and what they are called."""
    particular = parser.add_argument_group(f"options of {rules.name}")
    for option in rules.game.options():
        default = "" if option.default is None else f" (default: {option.default})"
        particular.add_argument(
            flag(option),
            dest=option.name,
            default=option.default,
            metavar=option.name.rpartition("_")[2].upper(),
            help=(option.help + default).replace("%", "%%"),
        )
    return tuple(map(flag, rules.game.options()))


def flag(option: GameOption) -> str:
    """What an option is called on the command line."""
    return "--" + option.name.replace("_", "-")


def seed_of(arguments: argparse.Namespace) -> int:
    """The seed, or a new one."""
    return randbits(32) if arguments.seed is None else int(arguments.seed)


def names_for(players: int) -> tuple[str, ...]:
    """Names for the players of a game in which nobody said what they are called."""
    return tuple(NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}" for seat in range(players))


def typed(arguments: argparse.Namespace, rules: arcanum.RuleSet) -> dict[str, str]:
    """The options of a game as they were typed."""
    given = {option.name: getattr(arguments, option.name) for option in rules.game.options()}
    return {name: text for name, text in given.items() if text is not None}


def said(option: GameOption, texts: dict[str, str]) -> tuple[str, str]:
    """An option as it can be typed again."""
    return flag(option), texts[option.name]


def values_of(rules: arcanum.RuleSet, texts: dict[str, str]) -> dict[str, object]:
    """The options of a game as the rules take them."""
    return {option.name: _value(option, texts[option.name]) for option in rules.game.options() if option.name in texts}


def _value(option: GameOption, text: str) -> object:
    try:
        return option.parse(text)
    except arcanum.ParseError as error:
        raise arcanum.ParseError(f"{flag(option)}: {error}") from error
