import { expect, type Page } from '@playwright/test'
import { manifest } from './chain.ts'
import { stackAddresses } from './stack.ts'

export interface StrictPageOptions {
  /** Replaces the page's own code. `localConfig` is imported. */
  code: string
  /** Sources of the page's policy, in addition to the ones of its dev wallet and config. */
  policy: readonly string[]
  /** The origin of the page. Default: the playground. */
  url?: string
}

/** Returns the origins of the local chains' RPCs. */
export const rpcOrigins = () => manifest().chains.map(({ rpcUrl }) => new URL(rpcUrl).origin)

/**
 * Opens the page of the script tag without its stylesheet, under a policy, with this code instead
 * of its own.
 */
export async function openStrictPage(page: Page, { code, policy, url }: StrictPageOptions): Promise<void> {
  const { playgroundUrl } = stackAddresses()
  const directives = [
    `default-src 'none'`,
    `script-src 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    ...policy,
  ].join('; ')
  await page.route('**/embed.html', async (route) => {
    const html = await (await route.fetch({ url: `${playgroundUrl}/embed.html` })).text()
    const [inline = ''] = /<script type="module">[\s\S]*?<\/script>/.exec(html) ?? []
    expect(inline).not.toBe('')
    await route.fulfill({
      headers: { 'content-type': 'text/html', 'content-security-policy': directives },
      body: html
        .replace(inline, '<script type="module" src="/host-page.js"></script>')
        .replace(/<link rel="(stylesheet|icon)"[^>]*>/g, ''),
    })
  })
  await page.route('**/host-page.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        import { localConfig } from '/local-config.js'
        window.violations = []
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          violations.push(effectiveDirective + ' ' + blockedURI))
        ${code}`,
    }),
  )
  await page.goto(`${url ?? playgroundUrl}/embed.html`)
}
