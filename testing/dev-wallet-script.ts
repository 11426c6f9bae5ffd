import { createDevWallet, type DevWalletOptions } from './dev-wallet.ts'

/**
 * A script for `page.addInitScript`: puts a dev wallet into the page before anything else runs, and leaves it at
 * `window.devWallet` for the test to steer.
 */
export function devWalletScript(options: Omit<DevWalletOptions, 'confirm'>): string {
  return [
    // Some compilers wrap functions to keep their names.
    'const __name = (value) => value;',
    `window.devWallet = (${createDevWallet})(${JSON.stringify(options)});`,
    'window.devWallet.announce(window);',
  ].join('\n')
}
