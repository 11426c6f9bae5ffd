/** The wallet the user chose, persisted under our own key. Blocked storage is ignored. */
export interface WalletMemory {
  read(): string | undefined
  write(walletId: string): void
  clear(): void
}

export function createWalletMemory(storageKey: string): WalletMemory {
  const key = `sluice:${storageKey}:wallet`
  const attempt = <Value>(run: (storage: Storage) => Value): Value | undefined => {
    try {
      return run(globalThis.localStorage)
    } catch {
      return undefined
    }
  }
  return {
    read: () => attempt((storage) => storage.getItem(key)) ?? undefined,
    write: (walletId) => attempt((storage) => storage.setItem(key, walletId)),
    clear: () => attempt((storage) => storage.removeItem(key)),
  }
}
