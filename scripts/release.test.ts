import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findObstacles, type Release } from './lib/release-obstacles.mjs'

const root = join(import.meta.dirname, '..')
const ready: Release = {
  manifest: {
    name: '@sluice/widget',
    version: '1.2.0',
    repository: { type: 'git', url: 'git+https://host.example/owner/widget.git' },
    homepage: 'https://host.example',
    bugs: 'https://host.example/owner/widget/issues',
    publishConfig: { provenance: true },
    exports: {
      '.': { types: './types/index.d.ts', default: './index.js' },
      './languages/*': './languages/*.js',
    },
    bin: { doctor: './doctor.js' },
  },
  changelog: '# Changelog\n\n## 1.2.0 (2026-11-22)\n\n- One thing.\n\n## 1.1.0\n',
  files: ['index.js', 'types/index.d.ts', 'languages/de.js', 'doctor.js'],
  changes: '',
  isDryRun: false,
}
const manifest = (changes: Partial<Release['manifest']>) => ({ manifest: { ...ready.manifest, ...changes } })

describe('a release', () => {
  it('goes out when nothing stands against it', () => {
    expect(findObstacles(ready)).toEqual([])
  })

  it.each<[string, Partial<Release>, RegExp]>([
    ['is private', manifest({ private: true }), /is private/],
    ['does not say where it was built', manifest({ publishConfig: {} }), /provenance/],
    ['has no version', manifest({ version: '1.2' }), /no version/],
    [
      'has no section of its own in the changelog',
      manifest({ version: '1.3.0' }),
      /has to be that of 1\.3\.0/,
    ],
    ['lacks a file of an entry', { files: ready.files.slice(1) }, /^index\.js is named/],
    [
      'lacks every file of a pattern',
      { files: ready.files.filter((file) => !file.startsWith('languages/')) },
      /^languages/,
    ],
    ['lacks its command', { files: ready.files.slice(0, -1) }, /^doctor\.js is named/],
    [
      'does not say whose it is',
      { ...manifest({ repository: { type: 'git', url: '' } }) },
      /no repository.*"url": "git\+https:\/\/<host>\/<owner>\/<name>\.git"/,
    ],
    [
      'names another repository than the one it is built from',
      { source: 'https://host.example/owner/fork' },
      /names git\+https:\/\/host\.example\/owner\/widget\.git\. .*owner\/fork\.git"/,
    ],
    ['has no homepage', manifest({ homepage: undefined }), /no "homepage"/],
    ['has no address for bug reports', manifest({ bugs: undefined }), /no "bugs"/],
    ['is called unreleased', { changelog: '## 1.2.0 (unreleased)\n' }, /the day/],
    ['differs from what is committed', { changes: ' M src/index.ts' }, /not committed:\n M src/],
  ])('stays here when it %s', (_, change, told) => {
    expect(findObstacles({ ...ready, ...change })).toEqual([expect.stringMatching(told)])
  })

  it('goes out from the repository that it names, however the two are written', () => {
    expect(findObstacles({ ...ready, source: 'https://host.example/Owner/widget' })).toEqual([])
  })

  it('can be tried before its day and its repository are known, and before it is committed', () => {
    const { repository: _, ...unnamed } = ready.manifest
    const early = { changelog: '## 1.2.0 (unreleased)\n', changes: ' M src/index.ts', isDryRun: true }
    expect(findObstacles({ ...ready, manifest: unnamed, ...early })).toEqual([])
  })

  it('is made by a workflow that tests it first, and may sign for it', () => {
    const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
      on: { push: { tags: string[] } }
      jobs: { release: { permissions: object; steps: { run?: string }[] } }
    }
    const { permissions, steps } = workflow.jobs.release
    expect(workflow.on.push.tags).toEqual(['v*'])
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' })
    expect(steps.flatMap(({ run = [] }) => run)).toEqual([
      expect.stringContaining('GITHUB_REF_NAME'),
      'npm install',
      'npm test',
      expect.stringContaining(':_authToken'),
      'npm run release',
    ])
  })
})
