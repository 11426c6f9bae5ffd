import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeErrorResult, type Hex, parseAbi } from 'viem'
import type { Address } from '../../wire/lib/address.ts'
import { contractCode } from './contract-code.ts'
import type { TestChain } from './devnet.ts'

/** The server of an `OffchainLookup` (EIP-3668), and the requests it received. */
export interface LookupServer {
  url: string
  requests: string[]
  stop(): Promise<void>
}

export async function startLookupServer(): Promise<LookupServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    // A success would loop: the callback reverts with the same error.
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

/** Sets the code of a token that reverts every call with `OffchainLookup` and this URL. */
export async function putLookupToken(chain: TestChain, token: Address, url: string): Promise<void> {
  const reverts = encodeErrorResult({
    abi: lookupAbi,
    errorName: 'OffchainLookup',
    args: [token, [url], '0x1234', '0x12345678' as Hex, '0x'],
  })
  await chain.testClient.setCode({ address: token, bytecode: contractCode({}, { reverts }) })
  await chain.testClient.mine({ blocks: 1 })
}
