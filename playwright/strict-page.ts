import { expect, type Page } from '@playwright/test'
import { manifest } from './chain.ts'
import { stackAddresses } from './stack.ts'

export interface StrictPageOptions {
  /** In place of the page's own code; `localConfig` is imported. */
  code: string
  /** Sources of the page's policy, beside those of its dev wallet and its config. */
  policy: readonly string[]
  /** Where the page is. Default: the playground. */
  url?: string
}

/** The addresses of the local chains. */
export const rpcOrigins = () => manifest().chains.map(({ rpcUrl }) => new URL(rpcUrl).origin)

/** Opens the page of the script tag without its stylesheet, under a policy, with other code in place of its own. */
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
