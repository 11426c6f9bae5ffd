import { readFileSync } from 'node:fs'
import {
  type Abi,
  type AbiParameter,
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  type Hex,
  pad,
  toHex,
} from 'viem'
import type { Runtime } from '../../contracts/generate.ts'
import { executorAbi } from '../../wire/abi/settlement.ts'
import { getExecutorAddress } from '../config/executor-address.ts'
import { type SourceRow, toSourceRow } from '../config/source-rows.ts'
import type { UndeployedChain } from '../config/types.ts'
import { getCreatedAddress } from './create2-deployer.ts'

/** A deployment, computed before anything is sent. */
export interface Deployment {
  settlement: Address
  /** Created by the settlement. */
  executor: Address
  initCode: Hex
  /** ABI-encoded, as block explorers require. */
  constructorArguments: Hex
  executorArguments: Hex
  /** Expected code at each address, immutables included. */
  code: { settlement: Hex; executor: Hex }
  arguments: DeploymentArguments
}

export interface DeploymentArguments {
  weth: Address
  permit2: Address
  treasury: Address
  rows: SourceRow[]
}

/** Size of the executor's table. */
export const MAX_SOURCES = 20

const artifact: { abi: Abi; bytecode: Hex } = readJson('../../contracts/out/Settlement.json')
const runtime: Record<'Settlement' | 'Executor', Runtime> = readJson('../../contracts/out/runtime.json')

/** @throws Error if the sources do not form a table */
export function getDeployment(chain: UndeployedChain, treasury: Address): Deployment {
  const { weth, permit2 } = chain
  const rows = getRows(chain)
  const args = [weth, permit2, treasury, rows]
  const initCode = encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args })
  const settlement = getCreatedAddress(initCode)
  const executor = getExecutorAddress(settlement)
  return {
    settlement,
    executor,
    initCode,
    constructorArguments: encodeAbiParameters(getInputs(artifact.abi), args),
    executorArguments: encodeAbiParameters(getInputs(executorAbi), [weth, rows]),
    code: {
      settlement: withImmutables(runtime.Settlement, { weth, permit2, treasury, executor }),
      executor: withImmutables(runtime.Executor, { settlement, weth, ...packRows(rows) }),
    },
    arguments: { weth, permit2, treasury, rows },
  }
}

function getRows({ sources }: UndeployedChain): SourceRow[] {
  const ordered = [...sources].sort((a, b) => a.index - b.index)
  if (ordered.some(({ index }, i) => index !== i)) {
    const found = ordered.map(({ index }) => index).join(', ')
    throw new Error(`The sources must be numbered from 0 without a gap: the numbers are ${found}.`)
  }
  if (ordered.length > MAX_SOURCES) {
    throw new Error(`An executor has at most ${MAX_SOURCES} sources, and the config has ${ordered.length}.`)
  }
  return ordered.map(toSourceRow)
}

/** Packs rows as the constructor of `SourceTable` does. */
function packRows(rows: SourceRow[]): Record<string, Hex> {
  const packed: Record<string, Hex> = {}
  for (let i = 0; i < MAX_SOURCES; i += 1) {
    const row = rows[i]
    packed[`row${i}`] = row
      ? toHex(BigInt(row.factory) | (BigInt(row.feeBps) << 160n) | (BigInt(row.kind) << 176n) | (1n << 184n))
      : '0x'
    packed[`hash${i}`] = row?.initCodeHash ?? '0x'
  }
  return packed
}

function withImmutables({ code, immutables }: Runtime, values: Record<string, Hex>): Hex {
  let text = code.slice(2)
  for (const [name, places] of Object.entries(immutables)) {
    const value = values[name]
    if (value === undefined) throw new Error(`The contract has an unknown immutable ${name}.`)
    const word = pad(value, { size: 32 }).slice(2).toLowerCase()
    for (const start of places) text = text.slice(0, start * 2) + word + text.slice(start * 2 + 64)
  }
  return `0x${text}`
}

function getInputs(abi: Abi): readonly AbiParameter[] {
  const declared = abi.find((item) => item.type === 'constructor')
  if (declared?.type !== 'constructor') throw new Error('The contract has no constructor.')
  return declared.inputs
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Content
}
