"""Use cases of a server: cups, leagues, voyages, kudos, digests, nightly maintenance."""
