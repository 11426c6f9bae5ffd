import { afterEach, expect, it } from 'vitest'
import { FIXTURE_CONFIG } from '../../stories/support/fixture-config.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { getPageAround } from '../lib/page-around.ts'
import { providerSource } from './provider-source.ts'

afterEach(() => {
  delete document.documentElement.dataset.sluicePage
})

async function nameOfHost(): Promise<string | undefined> {
  const source = providerSource(resolveConfig(FIXTURE_CONFIG), { request: async () => [] })
  const [option] = await source.listOptions()
  return option?.name
}

it('names the wallet of the host after its page, also where the widget is in a frame of another origin', async () => {
  expect(await nameOfHost()).toBe(location.hostname)
  document.documentElement.dataset.sluicePage = 'https://shop.test/trade'
  expect(await nameOfHost()).toBe('shop.test')
})

it('takes its own address where that of the page is none', async () => {
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
