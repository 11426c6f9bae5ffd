// The one file of src that looks into testing/: what integrators need to test a page that embeds the widget.
export {
  createDevWallet,
  type DevWallet,
  type DevWalletBehavior,
  type DevWalletOptions,
  type DevWalletProvider,
  type DevWalletRequest,
} from '../../testing/dev-wallet.ts'
export { devWalletScript } from '../../testing/dev-wallet-script.ts'
