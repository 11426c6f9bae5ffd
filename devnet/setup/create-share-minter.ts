import { type Address, parseAbi } from 'viem'
import type { TestChain } from './test-chain.ts'

const vaultAbi = parseAbi([
  'function mint(uint256 shares, address receiver) returns (uint256)',
  'function previewMint(uint256 shares) view returns (uint256)',
])

interface Ground {
  vault: Address
  asset: Address
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
}

/** Mints shares of an ERC-4626 vault by depositing the assets that they cost. */
export function createShareMinter(chain: TestChain, { vault, asset, mint }: Ground) {
  const { deployer } = chain.accounts

  return async function mintShares(to: Address, shares: bigint) {
    const args = [shares] as const
    const cost = await chain.client.readContract({
      address: vault,
      abi: vaultAbi,
      functionName: 'previewMint',
      args,
    })
    // The rate may rise until the transaction is mined.
    const enough = (cost * 101n) / 100n
    await mint(asset, deployer, enough)
    await chain.approve(asset, vault, enough)
    return chain.write(vault, vaultAbi, 'mint', [shares, to])
  }
}
