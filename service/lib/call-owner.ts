import { AsyncLocalStorage } from 'node:async_hooks'

const owners = new AsyncLocalStorage<string | undefined>()

/** Runs work whose calls to nodes are charged to an API key, by the id of the key. */
export function runForKey<Result>(keyId: string | undefined, work: () => Result): Result {
  return owners.run(keyId, work)
}

/** The key that the calls of the current work are charged to. */
export function getCallOwner(): string | undefined {
  return owners.getStore()
}
