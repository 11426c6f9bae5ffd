const TIMEOUT_MS = 5_000

/** Returns the address of the Sluice service on a port of this machine, or undefined if none responds. */
export async function findLocalService(port: number): Promise<string | undefined> {
  const address = `http://127.0.0.1:${port}`
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const health: unknown = await response.json()
    const isSluice =
      typeof health === 'object' && health !== null && 'name' in health && health.name === 'sluice'
    return isSluice ? address : undefined
  } catch {
    return undefined
  }
}
