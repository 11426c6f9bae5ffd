import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack.ts'

interface Manifest {
  peerDependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** What the package expects a host to have. */
export const PEERS: readonly string[] = Object.keys(manifest.peerDependencies)

/** The oldest version of every peer that the package admits. */
export const OLDEST_PEERS = Object.fromEntries(
  Object.entries(manifest.peerDependencies).map(([name, range]) => [name, oldestOf(range)]),
)

/** The version of every peer that the package is developed with. */
export const NEWEST_PEERS = Object.fromEntries(
  PEERS.map((name) => [name, manifest.devDependencies[name] ?? 'missing']),
)

/** The packages here that hold the oldest peers: all that is light enough to be installed for every test. */
export const FLOOR_ALIASES: Readonly<Record<string, string>> = {
  '@tanstack/react-query': 'react-query-floor',
  react: 'react-floor',
  'react-dom': 'react-dom-floor',
  wagmi: 'wagmi-floor',
}

function oldestOf(range: string): string {
  const [, version] = /^>=(\d+(?:\.\d+){0,2}) </.exec(range) ?? []
  if (!version) throw new Error(`package.json: the peer range "${range}" does not say where it begins`)
  return [...version.split('.'), '0', '0'].slice(0, 3).join('.')
}
