import { describe, expect, it } from 'vitest'
import { readConfig, readIsolation } from './attributes.ts'
import { create } from './create.ts'

function element(attributes: Record<string, string>): Element {
  const made = document.createElement('div')
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

describe('config of an element', () => {
  it('is undefined without an integrator', () => {
    expect(readConfig(element({}), undefined)).toBeUndefined()
    expect(readConfig(element({ theme: 'dark' }), undefined)).toBeUndefined()
  })

  it('is read from simple attributes', () => {
    expect(readConfig(element({ integrator: 'me', 'slippage-bps': '30', theme: 'dark' }), undefined)).toEqual(
      {
        integrator: 'me',
        slippageBps: 30,
        theme: 'dark',
      },
    )
  })

  it('is read from attributes of several words', () => {
    const attributes = {
      integrator: 'me',
      'deadline-seconds': '600',
      'storage-key': 'treasury',
      'support-url': 'https://help.example',
    }
    expect(readConfig(element(attributes), undefined)).toEqual({
      integrator: 'me',
      deadlineSeconds: 600,
      storageKey: 'treasury',
      supportUrl: 'https://help.example',
    })
  })

  it('keeps an invalid number as a string, so that the error quotes it', () => {
    expect(readConfig(element({ integrator: 'me', 'slippage-bps': 'low' }), undefined)).toMatchObject({
      slippageBps: 'low',
    })
  })

  it('prefers the property over the JSON attribute, and simple attributes over both', () => {
    const config = JSON.stringify({ integrator: 'json', locale: 'de', theme: 'light' })
    const read = readConfig(element({ config, theme: 'dark' }), { integrator: 'property' } as never)
    expect(read).toEqual({ integrator: 'property', locale: 'de', theme: 'dark' })
  })

  it('is read from attributes with a prefix', () => {
    const attributes = {
      'data-sluice-integrator': 'me',
      'data-sluice-config': '{"locale":"de"}',
      theme: 'dark',
    }
    expect(readConfig(element(attributes), undefined, 'data-sluice-')).toEqual({
      integrator: 'me',
      locale: 'de',
    })
  })

  it('throws with the attribute that is not JSON', () => {
    expect(() => readConfig(element({ config: '{oops' }), undefined)).toThrow(/<div config>: expected JSON/)
  })
})

describe('isolation of an element', () => {
  it('is read from attributes, also with a prefix', () => {
    const attributes = {
      'data-sluice-isolation': 'frame',
      'data-sluice-frame-url': 'https://swap.example/f.html',
    }
    expect(readIsolation(element(attributes), 'data-sluice-')).toEqual({
      isolation: 'frame',
      frameUrl: 'https://swap.example/f.html',
    })
    expect(readIsolation(element({}))).toEqual({ isolation: undefined, frameUrl: undefined })
  })

  it('throws for a misspelled value, because the page would rely on it', () => {
    const misspelled = { isolation: 'iframe' as never }
    expect(() => create(document.body, {} as never, misspelled)).toThrow(/expected shadow or frame/)
  })
})
