export interface WalletLink {
  name: string
  /** Opens this page in the browser of the wallet's app. */
  url: string
}

/** Returns the documented deep links that open a page in a wallet's own browser. */
export function getWalletLinks(page: string): WalletLink[] {
  const encoded = encodeURIComponent(page)
  const inOkx = encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)
  return [
    // MetaMask expects the URL without its scheme and unencoded.
    { name: 'MetaMask', url: `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}` },
    { name: 'Coinbase Wallet', url: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
    { name: 'Trust Wallet', url: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}` },
    { name: 'OKX Wallet', url: `https://web3.okx.com/download?deeplink=${inOkx}` },
  ]
}

/**
 * Returns whether the device is a phone or a tablet, where wallets are apps instead of extensions.
 */
export function isHandheld({
  userAgent,
  maxTouchPoints = 0,
}: Pick<Navigator, 'userAgent'> & Partial<Pick<Navigator, 'maxTouchPoints'>>): boolean {
  // iPads report themselves as Macs, which have no touch screen.
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
