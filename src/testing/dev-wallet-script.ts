import { createDevWallet, type DevWalletOptions } from './dev-wallet.ts'

/**
 * A script for `page.addInitScript`: creates a dev wallet before any script of the page runs and
 * exposes it as `window.devWallet`.
 * @example
 * import { test } from '@playwright/test'
 *
 * test.beforeEach(({ page }) =>
 *   page.addInitScript(
 *     devWalletScript({
 *       rpcUrls: { 31337: 'http://localhost:8545' },
 *       accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
 *       chainId: 31337,
 *     }),
 *   ),
 * )
 */
export function devWalletScript(options: Omit<DevWalletOptions, 'confirm'>): string {
  return [
    // Some compilers wrap functions with `__name` to keep their names.
    'const __name = (value) => value;',
    `window.devWallet = (${createDevWallet})(${JSON.stringify(options)});`,
    'window.devWallet.announce(window);',
  ].join('\n')
}
