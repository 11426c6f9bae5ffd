import { readFileSync } from 'node:fs'
import { numberToHex, parseAbi, type TestClient, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'

interface Predeploy {
  name: string
  address: Address
  runtimeCode: Hex
}

const folder = new URL('../artifacts/', import.meta.url)
const predeploys = JSON.parse(readFileSync(new URL('op-stack.json', folder), 'utf8')) as Predeploy[]

/** The scalars of a large current chain: nearly all of the fee is for blobs. */
const BASE_FEE_SCALAR = 2_269n
const BLOB_BASE_FEE_SCALAR = 1_055_762n

export const GAS_PRICE_ORACLE = getPredeploy('GasPriceOracle').address
export const gasPriceOracleAbi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
])

/**
 * Makes a chain charge an L1 data fee, at these Ethereum prices in wei, with the contracts of the
 * OP Stack (Fjord).
 */
export async function takeL1Fees(
  client: Pick<TestClient, 'setCode' | 'setStorageAt'>,
  { baseFee, blobBaseFee }: { baseFee: bigint; blobBaseFee: bigint },
): Promise<void> {
  for (const { address, runtimeCode } of predeploys) await client.setCode({ address, bytecode: runtimeCode })
  const l1Block = getPredeploy('L1Block').address
  const isEcotoneAndFjord = 0x0101n
  const scalars = (BASE_FEE_SCALAR << 96n) | (BLOB_BASE_FEE_SCALAR << 64n)
  const slots: [address: Address, slot: bigint, value: bigint][] = [
    [GAS_PRICE_ORACLE, 0n, isEcotoneAndFjord],
    [l1Block, 1n, baseFee],
    [l1Block, 3n, scalars],
    [l1Block, 7n, blobBaseFee],
  ]
  for (const [address, slot, value] of slots) {
    await client.setStorageAt({
      address,
      index: numberToHex(slot, { size: 32 }),
      value: numberToHex(value, { size: 32 }),
    })
  }
}

/** The address of the code behind this predeploy on chains of the OP Stack. */
const ORACLE_CODE: Address = '0xc0D3C0d3C0d3C0D3c0d3C0d3c0D3C0D3c0d3000F'

/**
 * Makes the oracle of `takeL1Fees` charge an operator fee too, as since Jovian: gas times `scalar`
 * times 100, plus `constant`, in wei. The package with its code ends with Fjord, so a few
 * instructions are prepended.
 */
export async function takeOperatorFee(
  client: Pick<TestClient, 'setCode'>,
  { scalar, constant }: { scalar: bigint; constant: bigint },
): Promise<void> {
  const word = (value: bigint) => numberToHex(value, { size: 32 }).slice(2)
  const selector = toFunctionSelector('getOperatorFee(uint256)').slice(2)
  const code = [
    // The selector: jumps to the fee for this function.
    `5f3560e01c63${selector}14603b57`,
    // DELEGATECALL with the same data, and its result.
    `365f5f375f5f365f73${ORACLE_CODE.slice(2)}5af43d5f5f3e6037573d5ffd5b3d5ff3`,
    // The argument, MUL, ADD, RETURN.
    `5b6004357f${word(100n * scalar)}027f${word(constant)}015f5260205ff3`,
  ]
  await client.setCode({ address: ORACLE_CODE, bytecode: getPredeploy('GasPriceOracle').runtimeCode })
  await client.setCode({ address: GAS_PRICE_ORACLE, bytecode: `0x${code.join('')}` })
}

/** Removes the contracts. */
export async function takeNoL1Fees(client: Pick<TestClient, 'setCode'>): Promise<void> {
  for (const address of [...predeploys.map((predeploy) => predeploy.address), ORACLE_CODE])
    await client.setCode({ address, bytecode: '0x' })
}

function getPredeploy(name: string): Predeploy {
  const found = predeploys.find((predeploy) => predeploy.name === name)
  if (!found) throw new Error(`No predeploy ${name}`)
  return found
}
