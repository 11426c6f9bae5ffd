import { createDevWallet, type DevWalletOptions } from './dev-wallet.ts'

/**
 * A script for `page.addInitScript`: creates a dev wallet before any script of the page runs and exposes it as
 * `window.devWallet`.
 */
export function devWalletScript(options: Omit<DevWalletOptions, 'confirm'>): string {
  return [
    // Some compilers wrap functions with `__name` to keep their names.
    'const __name = (value) => value;',
    `window.devWallet = (${createDevWallet})(${JSON.stringify(options)});`,
    'window.devWallet.announce(window);',
  ].join('\n')
}
