"""Makes the compiled build of the library. No part of the library itself."""
