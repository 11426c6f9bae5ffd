/** Identifies a version of a map without keeping it alive. */
export interface Bookmark {
  lineage: object
  revision: number
}

/** Limits the keys of past changes kept for `changedSince`. */
const MAX_LOGGED_KEYS = 50_000

/**
 * A persistent map. A new version costs as much as its changes, and reads of the newest version
 * cost as much as reads of a `Map`. Older versions store only their difference from the next
 * version. A class, because versions access each other's fields.
 */
export class VersionedMap<Key, Value> {
  #size: number
  /** Set in the newest version only. */
  #entries: Map<Key, Value> | undefined
  /** In older versions: the next newer version and the difference from it. */
  #toward: VersionedMap<Key, Value> | undefined
  #differs: Map<Key, Value | undefined> = new Map()
  #lineage: Lineage<Key> = { revision: 0, log: [], logged: 0 }
  #revision = 0

  constructor(entries: Iterable<readonly [Key, Value]> = []) {
    this.#entries = new Map(entries)
    this.#size = this.#entries.size
  }

  get size(): number {
    return this.#size
  }

  get(key: Key): Value | undefined {
    let version: VersionedMap<Key, Value> = this
    while (version.#toward) {
      if (version.#differs.has(key)) return version.#differs.get(key)
      version = version.#toward
    }
    return version.#entries?.get(key)
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined
  }

  /** Returns entries in no particular order. Copies an older version. */
  entries(): Iterable<[Key, Value]> {
    if (this.#entries) return this.#entries.entries()
    const entries = new Map<Key, Value>()
    for (const version of this.#path().reverse()) {
      for (const [key, value] of version.#entries ?? version.#differs) put(entries, key, value)
    }
    return entries.entries()
  }

  /** Returns a version with these values. Undefined removes a key. */
  with(changes: ReadonlyMap<Key, Value | undefined>): VersionedMap<Key, Value> {
    if (changes.size === 0) return this
    const changed = [...changes.keys()]
    const entries = this.#takeEntries(changed)
    for (const [key, value] of changes) {
      this.#differs.set(key, entries.get(key))
      put(entries, key, value)
    }
    const next = new VersionedMap<Key, Value>()
    next.#entries = entries
    next.#size = entries.size
    next.#lineage = this.#lineage
    next.#revision = record(this.#lineage, changed)
    this.#toward = next
    return next
  }

  bookmark(): Bookmark {
    return { lineage: this.#lineage, revision: this.#revision }
  }

  /** Returns keys that may differ from the bookmarked version. Undefined if it is too old. */
  changedSince({ lineage, revision }: Bookmark): ReadonlySet<Key> | undefined {
    if (lineage !== this.#lineage) return undefined
    const [from, to] = [Math.min(revision, this.#revision), Math.max(revision, this.#revision)]
    const { log } = this.#lineage
    const entries = log.filter((entry) => entry.revision > from && entry.revision <= to)
    if (entries.length < to - from) return undefined
    return new Set(entries.flatMap(({ keys }) => keys))
  }

  /** Returns the versions from this one to the newest, both included. */
  #path(): VersionedMap<Key, Value>[] {
    const path: VersionedMap<Key, Value>[] = [this]
    for (let next = this.#toward; next; next = next.#toward) path.push(next)
    return path
  }

  /**
   * Moves the entries to this version and returns them. Adds the keys that differed from the newest
   * to `changed`.
   */
  #takeEntries(changed: Key[]): Map<Key, Value> {
    let entries = new Map<Key, Value>()
    let nearer: VersionedMap<Key, Value> | undefined
    for (const version of this.#path().reverse()) {
      if (version.#entries) entries = version.#entries
      version.#entries = undefined
      if (nearer) {
        for (const [key, value] of version.#differs) {
          changed.push(key)
          nearer.#differs.set(key, entries.get(key))
          put(entries, key, value)
        }
        nearer.#toward = version
        version.#toward = undefined
        version.#differs = new Map()
      }
      nearer = version
    }
    return entries
  }
}

/** The changed keys of each version, shared by all versions of a map. */
interface Lineage<Key> {
  revision: number
  log: { revision: number; keys: readonly Key[] }[]
  logged: number
}

function record<Key>(lineage: Lineage<Key>, keys: readonly Key[]): number {
  lineage.revision += 1
  lineage.log.push({ revision: lineage.revision, keys })
  lineage.logged += keys.length
  while (lineage.logged > MAX_LOGGED_KEYS) lineage.logged -= lineage.log.shift()?.keys.length ?? 0
  return lineage.revision
}

function put<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value | undefined): void {
  if (value === undefined) entries.delete(key)
  else entries.set(key, value)
}
