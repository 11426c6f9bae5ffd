import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeErrorResult, type Hex, parseAbi } from 'viem'
import type { Address } from '../src/lib/address.ts'
import { contractCode } from './contract-code.ts'
import type { TestChain } from './devnet.ts'

/** A server that a contract names in `OffchainLookup` (EIP-3668), and what reached it. */
export interface LookupServer {
  url: string
  requests: string[]
  stop(): Promise<void>
}

export async function startLookupServer(): Promise<LookupServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    // A success would be asked again without end: the callback reverts with the same error.
    response.writeHead(500, { 'access-control-allow-origin': '*' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{sender}/{data}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])

/** Puts a token on the chain that answers every call by asking the caller to fetch a URL. */
export async function putLookupToken(chain: TestChain, token: Address, url: string): Promise<void> {
  const reverts = encodeErrorResult({
    abi: lookupAbi,
    errorName: 'OffchainLookup',
    args: [token, [url], '0x1234', '0x12345678' as Hex, '0x'],
  })
  await chain.testClient.setCode({ address: token, bytecode: contractCode({}, { reverts }) })
  await chain.testClient.mine({ blocks: 1 })
}
