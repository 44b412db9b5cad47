"""
`omkamp demo`: a real tournament of 137 players, end to end, in under a minute and without a network.

| file | holds |
|---|---|
| `command` | the command line: a folder, a server, the story, the exit code |
| `story` | what happens, act by act |
| `venues` | three desks that post results at once, with duplicates and one contradiction |
| `scoreboard` | a subscriber: what it has seen, and the picture it shows |
| `screen` | that picture in a terminal, or as lines |
| `promises` | what must have come true, and the report |
"""
