// The only file of src that imports testing/: a wallet for tests of pages that embed the widget.
export {
  createDevWallet,
  type DevWallet,
  type DevWalletBehavior,
  type DevWalletOptions,
  type DevWalletProvider,
  type DevWalletRequest,
} from '../../testing/dev-wallet.ts'
export { devWalletScript } from '../../testing/dev-wallet-script.ts'
