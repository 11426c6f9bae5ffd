import { type Address, parseAbi } from 'viem'
import type { TestChain } from '../../setup/test-chain.ts'
import { RESERVE, trusted } from '../../setup/test-source.ts'

const abi = parseAbi([
  'function report(uint256 total, uint256 elsewhere)',
  'function stop(bool isStopped)',
  'function sharesOf(address) view returns (uint256)',
  'function getTotalPooledEther() view returns (uint256)',
  'function getTotalShares() view returns (uint256)',
  'function getExternalEther() view returns (uint256)',
  'function getExternalShares() view returns (uint256)',
])

interface Ground {
  mint: (token: Address, to: Address, amount: bigint) => Promise<unknown>
  deploy: (name: string, args?: unknown[]) => Promise<Address>
}

/** Ports of stETH and wstETH, because no package publishes their code. */
export function deployLido(chain: Pick<TestChain, 'client' | 'write'>, { mint, deploy }: Ground) {
  /** @param contract `TestWstEth`, or `HostileWstEth` */
  async function addWstEth(contract = 'TestWstEth') {
    const stEth = await deploy('TestStEth')
    const wstEth = await deploy(contract, [stEth])
    await mint(stEth, wstEth, 100n * RESERVE)
    const read = (
      functionName: 'getTotalPooledEther' | 'getTotalShares' | 'getExternalEther' | 'getExternalShares',
    ) => chain.client.readContract({ address: stEth, abi, functionName })
    const sharesOf = (account: Address) =>
      chain.client.readContract({ address: stEth, abi, functionName: 'sharesOf', args: [account] })

    /** A second implementation of both conversions, at the latest block. */
    async function getRate() {
      const ether = (await read('getTotalPooledEther')) - (await read('getExternalEther'))
      const shares = (await read('getTotalShares')) - (await read('getExternalShares'))
      return {
        ether,
        shares,
        toShares: (amount: bigint) => (amount * shares) / ether,
        toAmount: (held: bigint) => (held * ether) / shares,
      }
    }

    /** An oracle's report: the value of a million shares, and externally backed shares. */
    async function report(ofMillion: bigint, elsewhere = 0n) {
      const { shares } = await getRate()
      return chain.write(stEth, abi, 'report', [(shares * ofMillion) / 1_000_000n, elsewhere])
    }

    return {
      stEth,
      wstEth,
      source: trusted(17, wstEth),
      sharesOf,
      getRate,
      report,
      stop: (isStopped: boolean) => chain.write(stEth, abi, 'stop', [isStopped]),
    }
  }

  return { addWstEth }
}
