import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileOnDemand, getSolc, resolveCurrent } from '../../bytecode/compile-packages.ts'
import type { Artifact } from '../../bytecode/compiler-output.ts'

const require = createRequire(import.meta.url)
const CONTRACTS = {
  Vault: 'v3-vault/contracts/Vault',
  VaultExtension: 'v3-vault/contracts/VaultExtension',
  VaultAdmin: 'v3-vault/contracts/VaultAdmin',
  ProtocolFeeController: 'v3-vault/contracts/ProtocolFeeController',
  WeightedPoolFactory: 'v3-pool-weighted/contracts/WeightedPoolFactory',
  WeightedPool: 'v3-pool-weighted/contracts/WeightedPool',
  StablePoolFactory: 'v3-pool-stable/contracts/StablePoolFactory',
  StablePool: 'v3-pool-stable/contracts/StablePool',
}
const SETTINGS = {
  evmVersion: 'cancun',
  // The vault exceeds the size limit, which the test's node allows; optimizing for size takes
  // minutes.
  optimizer: { enabled: true, runs: 1, details: { yul: false } },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

export type BalancerV3Name = keyof typeof CONTRACTS

/** Compiles Balancer V3 on demand, because its packages have only sources. */
export function compileBalancerV3(): Promise<(name: BalancerV3Name) => Artifact> {
  const { version } = require('@balancer-labs/v3-vault/package.json') as { version: string }
  return compileOnDemand(version, {
    paths: Object.values(CONTRACTS).map((name) => `@balancer-labs/${name}.sol`),
    settings: SETTINGS,
    read: readContent,
    getCompiler: getSolc,
  })
}

function readContent(path: string): string {
  const find = path.startsWith('@openzeppelin/') ? resolveCurrent : require.resolve
  return readFileSync(find(path), 'utf8')
}
