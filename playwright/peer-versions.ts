import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stack.ts'

interface Manifest {
  peerDependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** The names of the peer dependencies. */
export const PEERS: readonly string[] = Object.keys(manifest.peerDependencies)

/** The oldest supported version of every peer. */
export const OLDEST_PEERS = Object.fromEntries(
  Object.entries(manifest.peerDependencies).map(([name, range]) => [name, oldestOf(range)]),
)

/** The version of every peer that the package is developed with. */
export const NEWEST_PEERS = Object.fromEntries(
  PEERS.map((name) => [name, manifest.devDependencies[name] ?? 'missing']),
)

/** Installed packages with the oldest versions of some peers, small enough for every test run. */
export const FLOOR_ALIASES: Readonly<Record<string, string>> = {
  '@tanstack/react-query': 'react-query-floor',
  react: 'react-floor',
  'react-dom': 'react-dom-floor',
  wagmi: 'wagmi-floor',
}

function oldestOf(range: string): string {
  const [, version] = /^>=(\d+(?:\.\d+){0,2}) </.exec(range) ?? []
  if (!version) throw new Error(`package.json: the peer range "${range}" has no lower bound`)
  return [...version.split('.'), '0', '0'].slice(0, 3).join('.')
}
