import { type Address, parseAbi } from 'viem'
import { trusted } from './deploy-conversions.ts'
import { deployCurrentAave } from './deploy-current-aave.ts'
import { RESERVE } from './deploy-protocols.ts'
import type { TestChain } from './test-chain.ts'

const AT: Address = '0x00000000000000000000000000000000000057a7'
const WEEK_SECONDS = 604_800n
const vaultAbi = parseAbi([
  'function mint(uint256 shares, address receiver) returns (uint256)',
  'function previewMint(uint256 shares) view returns (uint256)',
])

interface Ground {
  asset: Address
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
}

/** Aave's static wrapper of a token that has been lent out for a week: its rate rises with each second. */
export async function deployStaticWrapper(chain: TestChain, { asset, mint }: Ground) {
  const { deployer } = chain.accounts
  const aave = await deployCurrentAave(chain)
  await aave.addWrapper(await aave.addReserve(asset), AT)
  await mint(asset, deployer, 4n * RESERVE)
  await aave.supply(asset, 4n * RESERVE)
  await aave.borrow(asset, 2n * RESERVE)
  await chain.passTime(WEEK_SECONDS)

  /** Wraps as much as the shares cost. */
  async function mintShares(to: Address, shares: bigint) {
    const args = [shares] as const
    const cost = await chain.client.readContract({
      address: AT,
      abi: vaultAbi,
      functionName: 'previewMint',
      args,
    })
    // The rate rises until the transaction is mined.
    const enough = (cost * 101n) / 100n
    await mint(asset, deployer, enough)
    await chain.approve(asset, AT, enough)
    return chain.write(AT, vaultAbi, 'mint', [shares, to])
  }

  return { wrapper: AT, asset, mint: mintShares, source: trusted(4, AT) }
}
