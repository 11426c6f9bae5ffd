import { readFileSync } from 'node:fs'
import { numberToHex, type TestClient } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'

const path = new URL('../artifacts/scroll.json', import.meta.url)
const [oracle] = JSON.parse(readFileSync(path, 'utf8')) as [{ address: Address; runtimeCode: Hex }]

export const SCROLL_ORACLE = oracle.address

/**
 * Installs Scroll's oracle on a chain, with these Ethereum prices in wei and the rules of Feynman.
 */
export async function takeScrollFees(
  client: Pick<TestClient, 'setCode' | 'setStorageAt'>,
  { baseFee, blobBaseFee }: { baseFee: bigint; blobBaseFee: bigint },
): Promise<void> {
  await client.setCode({ address: oracle.address, bytecode: oracle.runtimeCode })
  const precision = 10n ** 9n
  const slots: [slot: bigint, value: bigint][] = [
    [1n, baseFee],
    [5n, blobBaseFee],
    // Scalars of commitments and blobs, without a penalty for data that compresses badly.
    [6n, precision / 10n],
    [7n, precision],
    [10n, precision],
    // Enables Feynman.
    [11n, 1n],
  ]
  for (const [slot, value] of slots) {
    await client.setStorageAt({
      address: oracle.address,
      index: numberToHex(slot, { size: 32 }),
      value: numberToHex(value, { size: 32 }),
    })
  }
}
