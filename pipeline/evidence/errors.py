"""The error tree. Each error says what happened, to which document or page, and what to do."""

from __future__ import annotations


class PinciteError(Exception):
    """Root of every error that Pincite raises on purpose."""

    @property
    def kind(self) -> str:
        """The error's name as scripts see it in JSON."""
        return type(self).__name__

    @property
    def message(self) -> str:
        return str(self)


class ConfigurationError(PinciteError):
    """A setting is missing, malformed or contradicts another."""


# --- values that must not exist -------------------------------------------------------------------


class EvidenceError(PinciteError, ValueError):
    """A value of the contract was asked to hold something that it must never hold."""


class InvalidBox(EvidenceError):
    """A box is not finite, empty, reversed or outside its page."""


class InvalidGeometry(EvidenceError):
    """A page has no usable size or rotation."""


class InvalidRange(EvidenceError):
    """A character range is negative, empty, reversed or outside its text."""


class InvalidLabel(EvidenceError):
    """A printed label contradicts its source."""


class InvalidHandle(EvidenceError):
    """Not a handle, a citation id or a passage id of this application."""


class InvalidAnchor(EvidenceError):
    """A text anchor cannot describe anything."""


class InvalidAnswer(EvidenceError):
    """An answer, claim or citation contradicts itself."""


class InvalidFact(EvidenceError):
    """A tagged fact contradicts itself."""


class InvalidDocument(EvidenceError):
    """Pages, blocks and tables of a parsed document do not fit together."""


class InvalidPeriod(EvidenceError):
    """A reporting period contradicts itself."""


class InvalidUnit(EvidenceError):
    """A unit of measure contradicts itself."""


class InvalidQuery(EvidenceError):
    """There is nothing to look for."""


class InvalidExpression(EvidenceError):
    """An arithmetic expression cannot be read, or is larger than any that an answer needs."""


class NotComputable(EvidenceError):
    """An expression that can be read has no value, or none that can be told: a divisor that may be zero, units that
    cannot be reconciled, a number without a source."""


# --- sources ----------------------------------------------------------------------------------------


class SourceError(PinciteError):
    """A file cannot become a document version. `source` names the file."""

    def __init__(self, message: str, *, source: str) -> None:
        super().__init__(message)
        self.source = source


class SourceMissing(SourceError):
    """There is no such file."""


class SourceUnreadable(SourceError):
    """The file exists and may not be read, or is no regular file."""


class SourceEmpty(SourceError):
    """The file has no bytes."""


class UnsupportedSource(SourceError):
    """The bytes are neither a PDF nor HTML nor text."""


class PasswordNeeded(SourceError):
    """The file opens only with a password."""


class DamagedSource(SourceError):
    """The file says it is a PDF, and cannot be read as one."""


class NoPages(SourceError):
    """The file opens and has no page."""


class NotCollected(SourceError):
    """The file cannot come into the collection that it is meant for: the collection is gone, or the same bytes are in
    the library already, outside of it."""


class ParseFailed(SourceError):
    """A parser failed, or returned nothing for a page that has text."""


class InvalidGold(SourceError):
    """A line of a gold file cannot be read as what the evaluation needs."""


class InvalidExchange(SourceError):
    """A file of reviewed answers cannot be read as one, or contradicts itself."""


class SourceTooLarge(SourceError):
    """The file has more bytes or pages than this installation takes."""


class MemoryExceeded(SourceError):
    """Reading the file took more memory than this installation gives to one file."""


class TimeExceeded(SourceError):
    """Reading the file took longer than this installation gives to one file."""


class ProcessKilled(SourceError):
    """The process that read the file was killed from outside, or crashed, each time that it was tried."""


class IngestInterrupted(SourceError):
    """The ingest was cancelled or its process ended; nothing of it was stored."""


# --- the store ----------------------------------------------------------------------------------------


class StoreError(PinciteError):
    """The database or the data folder cannot do what was asked."""


class AlreadySuperseded(StoreError):
    """The version whose place a file should take has given it up to another one."""


class AlreadyStored(StoreError):
    """The bytes that should take another version's place are in the library already, in a place of their own."""


class BeingRead(StoreError):
    """A filing that should be removed is being read, or waits to be: it would come back, or be half there."""


class ConsequencesChanged(StoreError):
    """More hangs on a filing than was told before it was to be removed."""


class InvalidMembership(StoreError):
    """A member cannot be invited by this address, or the last admin would be gone."""


class InvalidCollection(StoreError):
    """A collection's name is empty, too long or taken, or it cannot be what it is asked to be."""


class DatabaseUnavailable(StoreError):
    """Nobody answers at the database's address, or it refuses us."""


class ExtensionMissing(StoreError):
    """The database server lacks pgvector."""


class MigrationFailed(StoreError):
    """The schema cannot be brought up to date."""


class DataFolderUnusable(StoreError):
    """The data folder is read-only, full or unreachable."""


class BlobStoreUnavailable(StoreError):
    """The object store with the stored bytes does not answer, refuses us, or is full."""


class BlobMissing(StoreError):
    """The stored bytes of a version are gone."""


class BlobCorrupt(StoreError):
    """The stored bytes no longer match their checksum."""

    def __init__(self, message: str, *, expected: str, found: str) -> None:
        super().__init__(message)
        self.expected = expected
        self.found = found


class DatabaseDamaged(StoreError):
    """The database found bytes of its own that no longer match their checksum."""


class InvalidBackup(StoreError):
    """A file is no backup, is not all of one, or is no longer what was written."""


class BackupExists(StoreError):
    """There is a file already where a backup should be written."""


class BackupRunning(StoreError):
    """Another backup of the same library is being made."""


class BackupInterrupted(StoreError):
    """A backup or its restoring was stopped; nothing of it is left."""


class LibraryDamaged(StoreError):
    """Stored files of a library are gone or damaged, so that a backup of it would not be whole."""


class NotEmpty(StoreError):
    """A backup should be restored to where something is already."""


# --- access -------------------------------------------------------------------------------------------


class AccessError(PinciteError):
    """What was asked for may not be given."""


class NotFound(AccessError):
    """No such thing for this tenant. A foreign tenant's thing looks exactly the same."""


class AccessDenied(AccessError):
    """The thing belongs to this tenant, and this user has no right to it."""


class SignInEnded(AccessError):
    """The sign-in was ended or is too old, or its user is no member any more."""


class LoginInvalid(AccessError):
    """What a provider said of a login does not tell who it is, or is not meant for this installation."""


class AnswerUnfinished(AccessError):
    """An answer that is still being written was to be taken away."""


class AllowanceUsedUp(AccessError):
    """A user has asked for as much as one may within a time. `wait_seconds`: until there is room again, None for
    never."""

    def __init__(self, message: str, *, wait_seconds: int | None) -> None:
        super().__init__(message)
        self.wait_seconds = wait_seconds


class LinkInvalid(AccessError):
    """A signed link was altered or was made for something else."""


class LinkExpired(AccessError):
    """A signed link is too old."""


# --- model endpoints --------------------------------------------------------------------------------------


class EndpointError(PinciteError):
    """A configured model or embedding endpoint did not give a usable reply."""
