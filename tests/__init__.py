"""Everything that is not a rulebook clause: interface, files, errors, command line, packaging."""
