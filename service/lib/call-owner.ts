import { AsyncLocalStorage } from 'node:async_hooks'

const owners = new AsyncLocalStorage<string | undefined>()

/** Runs work and charges its node calls to the id of an API key. */
export function runForKey<Result>(keyId: string | undefined, work: () => Result): Result {
  return owners.run(keyId, work)
}

/** Returns the key to which the calls of the current work are charged. */
export function getCallOwner(): string | undefined {
  return owners.getStore()
}
