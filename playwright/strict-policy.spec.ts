import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { root, stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

/** Returns the policy that SECURITY.md documents, for this page. */
function documentedPolicy(): string {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  const [policy] = /^default-src .*$/m.exec(text) ?? []
  if (!policy) throw new Error('SECURITY.md documents no policy')
  const { playgroundUrl, serviceUrl } = stackAddresses()
  const rpcUrl = manifest().chains.find(({ name }) => name === 'ethereum')?.rpcUrl ?? ''
  return (
    policy
      .replace('https://cdn.example', new URL(playgroundUrl).origin)
      .replace('https://api.example', new URL(serviceUrl).origin)
      // The page itself also reads its config and the wallet's chain.
      .replace('https://rpc.example', `${new URL(rpcUrl).origin} ${new URL(playgroundUrl).origin}`)
  )
}

test('a swap under the strictest policy causes no violation', async ({ page }) => {
  const reports: string[] = []
  await page.exposeFunction('report', (text: string) => reports.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { report } = window as unknown as { report: (text: string) => void }
      report(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  // The page has no stylesheet of its own, and its script is in a file.
  let script = ''
  await page.route('**/embed.html', async (route) => {
    const html = await (await route.fetch({ maxRetries: 2 })).text()
    const [inline = '', body = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(html) ?? []
    // The policy allows no images, so the page names no host of logos.
    script = body.replace(
      "await localConfig('ethereum')",
      "{ ...(await localConfig('ethereum')), logoHosts: [] }",
    )
    expect(script).not.toBe(body)
    await route.fulfill({
      headers: { 'content-type': 'text/html', 'content-security-policy': documentedPolicy() },
      body: html
        .replace(inline, '<script type="module" src="/host-page.js"></script>')
        .replace(/<link rel="(stylesheet|icon)"[^>]*>/g, ''),
    })
  })
  await page.route('**/host-page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )

  await page.goto(`${stackAddresses().playgroundUrl}/embed.html`)
  const widget = new WidgetDriver(page.locator('#swap'))
  await widget.connect()
  await widget.type('123.4')
  await widget.review()
  await widget.confirm()
  await expect(widget.heading('Swap complete')).toBeVisible()
  expect(reports).toEqual([])

  // Verifies that the policy is enforced: a violation is reported.
  await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'body { color: red }'
    document.head.append(style)
  })
  await expect.poll(() => reports).toEqual([expect.stringMatching(/^style-src/)])
})
