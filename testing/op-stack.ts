import { readFileSync } from 'node:fs'
import { numberToHex, parseAbi, type TestClient } from 'viem'
import type { Address, Hex } from '../src/lib/address.ts'

interface Predeploy {
  name: string
  address: Address
  runtimeCode: Hex
}

const folder = new URL('../devnet/artifacts/', import.meta.url)
const predeploys = JSON.parse(readFileSync(new URL('op-stack.json', folder), 'utf8')) as Predeploy[]

/** The scalars of a large chain of today: nearly all of the fee is for blobs. */
const BASE_FEE_SCALAR = 2_269n
const BLOB_BASE_FEE_SCALAR = 1_055_762n

export const GAS_PRICE_ORACLE = getPredeploy('GasPriceOracle').address
export const gasPriceOracleAbi = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])

/** Makes a chain take a fee for data, at these prices in wei on Ethereum, by the contracts of the OP Stack (Fjord). */
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

/** Takes the contracts away again. */
export async function takeNoL1Fees(client: Pick<TestClient, 'setCode'>): Promise<void> {
  for (const { address } of predeploys) await client.setCode({ address, bytecode: '0x' })
}

function getPredeploy(name: string): Predeploy {
  const found = predeploys.find((predeploy) => predeploy.name === name)
  if (!found) throw new Error(`No predeploy ${name}`)
  return found
}
