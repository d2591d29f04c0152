"""The modules beside the pages have no examples, and their libraries take seconds to load in every worker."""

collect_ignore_glob = ["*.py"]
