import mitt from 'mitt'
import { createId } from '../../wire/lib/create-id.ts'
import { freezeCopy } from '../lib/freeze-copy.ts'
import { report } from '../lib/report.ts'
import type {
  EventBus,
  EventEnvelope,
  EventHandler,
  EventName,
  ListenAnyOptions,
  ListenOptions,
  WidgetEvents,
} from './types.ts'

/** The part of an envelope that a relayed event keeps. */
export type RelayedEvent = Pick<EventEnvelope, 'id' | 'timestamp' | 'name' | 'payload'>

type AnyHandler = (name: EventName, payload: WidgetEvents[EventName]) => void

/** The host's `EventBus` with the methods only the instance may call. */
export interface OwnedEventBus extends EventBus {
  emit<Name extends EventName>(name: Name, payload: WidgetEvents[Name]): void
  /** Delivers an event of another bus as one of this widget: there the sequence may restart. */
  relay(event: RelayedEvent): void
  clear(): void
}

/**
 * One bus per widget. A listener that throws affects neither the widget nor other listeners: its
 * error is reported as uncaught, like one thrown by a DOM listener.
 */
export function createEventBus(instanceId = createId('sluice')): OwnedEventBus {
  const emitter = mitt<Record<EventName, never>>()
  // One guarded wrapper per event name and handler, because the same handler may listen to several
  // events.
  const guarded = new Map<EventName, Map<EventHandler<never>, EventHandler<never>>>()

  const envelopes = mitt<{ any: EventEnvelope }>()
  const last = new Map<EventName, EventEnvelope>()
  const queue: EventEnvelope[] = []
  /** The last event that a removed listener received, by the listener's name. */
  const ended = new Map<string, number>()
  let sequence = 0
  let isDelivering = false

  function on<Name extends EventName>(
    name: Name,
    handler: EventHandler<Name>,
    options?: ListenOptions,
  ): () => void
  function on(name: '*', handler: AnyHandler): () => void
  function on(
    name: EventName | '*',
    handler: EventHandler<never> | AnyHandler,
    { replay = false }: ListenOptions = {},
  ): () => void {
    if (name === '*') {
      const wrapper: AnyHandler = (...args) => guard(() => (handler as AnyHandler)(...args))
      emitter.on('*', wrapper)
      return () => emitter.off('*', wrapper)
    }
    const stop = listen(name, handler as EventHandler<never>)
    const event = replay && last.get(name)
    if (event) guard(() => (handler as EventHandler<never>)(event.payload as never))
    return stop
  }

  function onAny(
    handler: (event: EventEnvelope) => void,
    { replay = false, resumes }: ListenAnyOptions = {},
  ): () => void {
    let heard = (resumes !== undefined && ended.get(resumes)) || 0
    // An event in delivery may be replayed before it arrives.
    const double = (event: EventEnvelope) => {
      if (event.sequence <= heard) return
      heard = event.sequence
      guard(() => handler(event))
    }
    envelopes.on('any', double)
    if (replay) for (const event of [...last.values()].sort((a, b) => a.sequence - b.sequence)) double(event)
    return () => {
      envelopes.off('any', double)
      if (resumes !== undefined) ended.set(resumes, heard)
    }
  }

  function listen(name: EventName, handler: EventHandler<never>): () => void {
    off(name, handler)
    const wrapper: EventHandler<never> = (payload) => guard(() => handler(payload))
    const wrappers = guarded.get(name) ?? new Map()
    guarded.set(name, wrappers.set(handler, wrapper))
    emitter.on(name, wrapper)
    return () => {
      if (guarded.get(name)?.get(handler) === wrapper) off(name, handler)
    }
  }

  function off(name: EventName, handler: EventHandler<never>): void {
    const wrapper = guarded.get(name)?.get(handler)
    if (!wrapper) return
    guarded.get(name)?.delete(handler)
    emitter.off(name, wrapper)
  }

  /** Delivers one event after the other: an event that a handler emits follows its cause. */
  function deliver(): void {
    if (isDelivering) return
    isDelivering = true
    for (let event = queue.shift(); event; event = queue.shift()) {
      last.set(event.name, event)
      emitter.emit(event.name, event.payload as never)
      envelopes.emit('any', event)
    }
    isDelivering = false
  }

  function relay({ id, timestamp, name, payload: given }: RelayedEvent): void {
    sequence += 1
    const payload = freezeCopy(given)
    sessionId ??= createId('session')
    const subject = getSubject(payload)
    const event = { version: 1, id, instanceId, sessionId, ...subject, sequence, timestamp, name, payload }
    queue.push(Object.freeze(event) as EventEnvelope)
    deliver()
  }

  return {
    on,
    off: (name, handler) => off(name, handler as EventHandler<never>),
    onAny,
    emit: (name, payload) =>
      relay({ id: createId('event'), timestamp: new Date().toISOString(), name, payload }),
    relay,
    clear: () => {
      queue.length = 0
      emitter.all.clear()
      envelopes.all.clear()
      last.clear()
      guarded.clear()
    },
  }
}

/**
 * The visit of the page, shared by all its widgets. Created with the first event, which a server
 * does not emit.
 */
let sessionId: string

/** The route of an event, and its quote. */
function getSubject(payload: unknown): { swapId?: string; quoteId?: string } {
  const { route, routeId, steps, id } = Object(payload)
  if (route) return getSubject(route)
  const { quoteId } = Object(payload)
  const swapId = routeId ?? (steps && id)
  return { ...(swapId && { swapId }), ...(quoteId && { quoteId }) }
}

function guard(run: () => void): void {
  try {
    run()
  } catch (error) {
    report(error)
  }
}
