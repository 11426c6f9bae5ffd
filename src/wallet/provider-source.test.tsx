import { afterEach, expect, it } from 'vitest'
import { resolveConfig } from '../config/resolve-config.ts'
import { getPageAround } from '../lib/page-around.ts'
import { FIXTURE_CONFIG } from '../testing/fixtures/fixture-config.ts'
import { providerSource } from './provider-source.ts'

afterEach(() => {
  delete document.documentElement.dataset.sluicePage
})

async function nameOfHost(): Promise<string | undefined> {
  const source = providerSource(resolveConfig(FIXTURE_CONFIG), { request: async () => [] })
  const [option] = await source.listOptions()
  return option?.name
}

it("names the host's wallet after its page, also in a cross-origin frame", async () => {
  expect(await nameOfHost()).toBe(location.hostname)
  document.documentElement.dataset.sluicePage = 'https://shop.test/trade'
  expect(await nameOfHost()).toBe('shop.test')
})

it("uses its own address when the page's address is invalid", async () => {
  document.documentElement.dataset.sluicePage = 'no address'
  expect(await nameOfHost()).toBe(location.hostname)
})

it.each(['img', 'form'])('ignores a %s with the name of the root element', async (tag) => {
  const element = document.createElement(tag)
  element.setAttribute('name', 'documentElement')
  element.dataset.sluicePage = 'https://attacker.test/'
  document.body.append(element)
  Object.defineProperty(document, 'documentElement', { value: element, configurable: true })
  try {
    expect(await nameOfHost()).toBe(location.hostname)
    expect(getPageAround(document)).toBeUndefined()
  } finally {
    Reflect.deleteProperty(document, 'documentElement')
    element.remove()
  }
})
