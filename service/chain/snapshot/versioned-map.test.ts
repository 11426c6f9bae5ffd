import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { VersionedMap } from './versioned-map.ts'

type Changes = Map<string, number | undefined>

describe('versioned map', () => {
  it('keeps every version unchanged, whichever version it was derived from', () => {
    const random = createRandom(7)
    const versions = [{ map: new VersionedMap<string, number>([['a', 1]]), plain: new Map([['a', 1]]) }]
    for (let i = 0; i < 400; i += 1) {
      const from = versions[Math.floor(random.next() * versions.length)]!
      const changes: Changes = new Map()
      for (let k = 0; k < 3; k += 1) {
        const key = String.fromCharCode(97 + Math.floor(random.next() * 12))
        changes.set(key, random.next() < 0.3 ? undefined : i)
      }
      const plain = new Map(from.plain)
      for (const [key, value] of changes) value === undefined ? plain.delete(key) : plain.set(key, value)
      versions.push({ map: from.map.with(changes), plain })
    }
    for (const { map, plain } of versions) {
      expect(map.size).toBe(plain.size)
      expect(new Map(map.entries())).toEqual(plain)
      for (const key of 'abcdefghijkl') expect(map.get(key)).toBe(plain.get(key))
    }
  })

  it('returns the keys that differ between two versions, on branches too', () => {
    const first = new VersionedMap([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
    const second = first.with(new Map([['a', 5]]))
    const third = second.with(new Map([['b', undefined]]))
    expect(third.changedSince(first.bookmark())).toEqual(new Set(['a', 'b']))
    expect(third.changedSince(second.bookmark())).toEqual(new Set(['b']))
    expect(third.changedSince(third.bookmark())).toEqual(new Set())
    const other = second.with(new Map([['c', 4]]))
    expect(other.changedSince(third.bookmark())).toEqual(new Set(['b', 'c']))
    expect(third.changedSince(other.bookmark())).toEqual(new Set(['b', 'c']))
    expect(other.changedSince(second.bookmark())).toEqual(new Set(['b', 'c']))
  })

  it('limits the recorded changes', () => {
    let map = new VersionedMap<string, number>()
    const start = map.bookmark()
    for (let i = 0; i < 300; i += 1) {
      map = map.with(new Map(Array.from({ length: 200 }, (_, k) => [`${k}`, i])))
    }
    const late = map.bookmark()
    map = map.with(new Map([['x', 1]]))
    expect(map.changedSince(start)).toBeUndefined()
    expect(map.changedSince(late)).toEqual(new Set(['x']))
  })

  it('shares nothing with an unrelated map', () => {
    const entries = [['a', 1]] as const
    expect(new VersionedMap(entries).changedSince(new VersionedMap(entries).bookmark())).toBeUndefined()
  })

  it('returns the same version if nothing changes', () => {
    const map = new VersionedMap([['a', 1]])
    expect(map.with(new Map())).toBe(map)
  })
})
