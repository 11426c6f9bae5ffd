import type { Manifest } from '../../devnet/plan/manifest.ts'

export interface Environment {
  manifest: Manifest
  serviceUrl: string
}

/** Loads the devnet's manifest and the service's address. `?service=` overrides the address. */
export async function loadEnvironment(): Promise<Environment> {
  const [manifest, { serviceUrl }] = await Promise.all([
    loadJson<Manifest>('/devnet/manifest.json'),
    loadJson<{ serviceUrl: string }>('/devnet/environment.json'),
  ])
  const named = new URLSearchParams(location.search).get('service')
  return { manifest, serviceUrl: named ?? serviceUrl }
}

async function loadJson<Value>(url: string): Promise<Value> {
  const response = await fetch(url)
  const body: unknown = await response.json()
  if (!response.ok)
    throw new Error((body as { error?: string }).error ?? `${url} answered ${response.status}`)
  return body as Value
}
