import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/setup.mjs'

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

/** The peer ranges. A package manager installs the newest published version within each. */
export const PUBLISHED_PEERS: Readonly<Record<string, string>> = manifest.peerDependencies

const REACT_18 = { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18' }

/**
 * Combinations of major versions of React and wagmi that the oldest and newest peers do not cover.
 */
export const CROSSED_PEERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'React 18 and wagmi 3': { ...NEWEST_PEERS, ...REACT_18 },
  'React 19 and wagmi 2': { ...NEWEST_PEERS, wagmi: '2.19.5', '@types/react': '19' },
}

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
