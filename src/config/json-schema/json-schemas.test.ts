import type { InferOutput } from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { findSchemaProblems } from '../../../wire/testing/json-schema.ts'
import { EVENT_NAMES } from '../../events/event-names.ts'
import type { EVENT_SCHEMAS } from '../../events/event-schemas.ts'
import type { EventName, WidgetEvents } from '../../events/types.ts'
import { FIXTURE_CONFIG } from '../../testing/fixtures/fixture-config.ts'
import type { CODE_FIELDS, configSchema } from '../config-schema.ts'
import { CONFIG_FIELDS, resolveConfig } from '../resolve-config.ts'
import type { WidgetConfig } from '../types.ts'
import { configJsonSchema, eventsJsonSchema } from './json-schemas.ts'

/**
 * A type as JSON Schema describes it: addresses and record keys are strings, and lists are not
 * read-only.
 */
type Plain<Type> = Type extends `0x${string}`
  ? string
  : Type extends readonly (infer Item)[]
    ? Plain<Item>[]
    : Type extends object
      ? { [Key in keyof Type as Key extends `${infer Name}` ? Name : string]: Plain<Type[Key]> }
      : Type

describe('the schema of events', () => {
  const schema = eventsJsonSchema() as { oneOf: { title: string }[] }

  it('has the payloads of the event types', () => {
    type Payloads = { [Name in EventName]: Plain<WidgetEvents[Name]> }
    type Schemas = { [Name in EventName]: Plain<InferOutput<(typeof EVENT_SCHEMAS)[Name]>> }
    expectTypeOf<Schemas>().toEqualTypeOf<Payloads>()
    expect(schema.oneOf.map(({ title }) => title).sort()).toEqual([...EVENT_NAMES].sort())
  })

  it.each([
    ['another version', { version: 2 }],
    ['an unknown name', { name: 'pageLeft' }],
    ['a payload of another shape', { payload: { page: 'swap' } }],
    ['no order', { sequence: 0 }],
  ])('rejects %s', (_, changes) => {
    const event = {
      version: 1,
      id: 'event-1',
      instanceId: 'sluice-1',
      sessionId: 'session-1',
      sequence: 1,
      timestamp: '2026-11-21T09:28:00.000Z',
      name: 'pageEntered',
      payload: 'swap',
    }
    expect(findSchemaProblems(schema, event)).toEqual([])
    expect(findSchemaProblems(schema, { ...event, ...changes })).not.toEqual([])
  })
})

describe('the schema of the config', () => {
  const schema = configJsonSchema() as unknown as { properties: Record<string, { description?: string }> }
  const check = (config: unknown) => findSchemaProblems(schema, config)

  it('has every field that JSON can express, with its type', () => {
    type JsonConfig = Omit<WidgetConfig, (typeof CODE_FIELDS)[number]>
    expectTypeOf<keyof InferOutput<typeof configSchema>>().toEqualTypeOf<keyof JsonConfig>()
    expectTypeOf<Plain<JsonConfig>>().toExtend<Plain<InferOutput<typeof configSchema>>>()
    expect(Object.keys(schema.properties).length).toBeGreaterThan(25)
    for (const field of Object.keys(schema.properties)) expect(CONFIG_FIELDS).toContain(field)
    expect(schema.properties.deadlineSeconds?.description).toMatch(/in seconds, 30 to 604,800/)
  })

  it('accepts a config that the widget accepts', () => {
    const config: WidgetConfig = {
      ...FIXTURE_CONFIG,
      slippageBps: { 1: 30 },
      partner: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', feeBps: 20 },
      valueLossBps: { block: 500 },
      messages: { 'swap.title': 'Trade', 'tokens.found': { one: '{count} match', other: '{count} matches' } },
      urlSync: 'a-',
      forbiddenPairs: [],
    }
    const { slippageBps: _, ...rest } = config
    expect(() => resolveConfig(rest as WidgetConfig)).not.toThrow()
    expect(check(JSON.parse(JSON.stringify(config)))).toEqual([])
  })

  it.each([
    ['slippageBps', 0.5],
    ['partner', { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', feeBps: 1_001 }],
    ['valueLossBps', { confirm: 1_001 }],
    ['chains', []],
    ['hidden', ['minimum']],
    ['aplKey', 'typo'],
  ])('rejects %s as the widget does', (field, value) => {
    const config = { ...FIXTURE_CONFIG, [field]: value }
    expect(() => resolveConfig(config as WidgetConfig)).toThrow()
    expect(check(config)).not.toEqual([])
  })
})
