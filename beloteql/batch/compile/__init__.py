"""Legal play compiled to Python: fast engines printed from the intermediate form."""

from beloteql.batch.compile.engine import CompiledPlay

__all__ = ["CompiledPlay"]
