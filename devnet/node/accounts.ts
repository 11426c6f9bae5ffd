import { bytesToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import type { Address, Hex } from '../../wire/lib/address.ts'

/** The mnemonic of local development nodes. Never use it for anything of value. */
export const MNEMONIC = 'test test test test test test test test test test test junk'
/** Accounts for users and tests; the following ones belong to the devnet. */
const FUNDED_ACCOUNTS = 10

const MARKET_MAKER = 11
const TREASURY = 12
const DEPLOYERS = 20

export interface DevnetAccount {
  address: Address
  privateKey: Hex
}

export interface DevnetAccounts {
  funded: DevnetAccount[]
  marketMaker: Address
  treasury: Address
  /** One deployer per chain, so that no two chains share an address by accident. */
  deployer(chainIndex: number): Address
}

export function deriveAccounts(): DevnetAccounts {
  const parent = mnemonicToAccount(MNEMONIC, { path: "m/44'/60'/0'/0" }).getHdKey()
  const at = (index: number): DevnetAccount => {
    const key = parent.deriveChild(index).privateKey
    if (!key) throw new Error(`No private key at index ${index}`)
    const privateKey = bytesToHex(key)
    return { address: privateKeyToAddress(privateKey), privateKey }
  }
  return {
    funded: Array.from({ length: FUNDED_ACCOUNTS }, (_, index) => at(index)),
    marketMaker: at(MARKET_MAKER).address,
    treasury: at(TREASURY).address,
    deployer: (chainIndex) => at(DEPLOYERS + chainIndex).address,
  }
}
