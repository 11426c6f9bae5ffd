import { createDevWallet } from '../../src/testing/dev-wallet.ts'
import { devWalletOptions } from './dev-wallet-options.ts'
import { loadEnvironment } from './environment.ts'

// A dev wallet for the plain pages in public/, which have no bundler. Served as /dev-wallet.js.
const { manifest } = await loadEnvironment()
const wallet = createDevWallet(devWalletOptions(manifest))
wallet.announce(window)
Object.assign(window, { devWallet: wallet })
