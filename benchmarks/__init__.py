"""What is measured, and how: the speed of the library beside its peers, the balance of Arcana, examples of house rules.

`python -m benchmarks` measures speed, all in one run on one machine. What takes time takes turns (`loop`): our games
(`ours`), other libraries (`peers`, `boardgame`), the parts of a game (`phases`), single functions (`calls`), imports
(`imports`) and several processes (`processes`). What states take up is measured once (`memory`). The result is judged
(`targets`) and told (`report`). `balance.py` and `house_rules.py` are programs of their own.
"""
