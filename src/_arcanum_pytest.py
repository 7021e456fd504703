"""The pytest plugin: `pytest --arcanum-rules my_rule.toml` runs the specification for a variant of the rules.

pytest imports this module at every start wherever the library is installed. So it stands alone: without its options it
does nothing, and imports nothing of the library.
"""

from __future__ import annotations

from pathlib import Path

import pytest

RULES, REPORT, EXAMPLES, CLAUSE = "arcanum_rules", "arcanum_report", "arcanum_examples", "arcanum_clause"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("arcanum")
    group.addoption(
        "--arcanum-rules",
        dest=RULES,
        metavar="RULES",
        help="run the specification for these rules: a house-rule file, module:object, or the id of a rule set",
    )
    group.addoption(
        "--arcanum-report",
        dest=REPORT,
        metavar="FILE",
        type=Path,
        help="write what became of each clause, as JSON",
    )
    group.addoption(
        "--arcanum-examples", dest=EXAMPLES, metavar="N", type=int, help="examples of each property (default: 20)"
    )
    group.addoption(
        "--arcanum-clause",
        dest=CLAUSE,
        metavar="ID",
        action="append",
        help="only properties of this clause; may be given several times",
    )


def pytest_configure(config: pytest.Config) -> None:
    """If rules are given, run the specification for them; what is wrong with them is told without a traceback."""
    rules = config.getoption(RULES)
    if rules is None:
        if any(config.getoption(name) is not None for name in (REPORT, EXAMPLES, CLAUSE)):
            raise pytest.UsageError("--arcanum-report, --arcanum-examples and --arcanum-clause need --arcanum-rules")
        return
    from arcanum.kernel.errors import ArcanumError
    from arcanum.kernel.extras import needed

    try:
        needed("hypothesis", "hypothesis", "--arcanum-rules")
        from arcanum.validation.session import Session

        examples = config.getoption(EXAMPLES)
        session = Session.of(
            config, rules, config.getoption(REPORT), 20 if examples is None else examples, config.getoption(CLAUSE)
        )
    except ArcanumError as error:
        raise pytest.UsageError(str(error)) from None
    config.pluginmanager.register(session, "arcanum-session")
