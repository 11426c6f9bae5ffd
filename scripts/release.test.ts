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
  contacts: { 'SECURITY.md': 'Write to `security@host.example`.' },
  changes: '',
  isDryRun: false,
}
const manifest = (changes: Partial<Release['manifest']>) => ({ manifest: { ...ready.manifest, ...changes } })

describe('findObstacles', () => {
  it('returns nothing for a release that is ready', () => {
    expect(findObstacles(ready)).toEqual([])
  })

  it.each<[string, Partial<Release>, RegExp]>([
    ['is private', manifest({ private: true }), /is private/],
    ['has no provenance', manifest({ publishConfig: {} }), /provenance/],
    ['has an invalid version', manifest({ version: '1.2' }), /not a version/],
    ['has no section in the changelog', manifest({ version: '1.3.0' }), /must be 1\.3\.0/],
    ['lacks a file of an entry', { files: ready.files.slice(1) }, /^index\.js is in/],
    [
      'lacks every file of a pattern',
      { files: ready.files.filter((file) => !file.startsWith('languages/')) },
      /^languages/,
    ],
    ['lacks its command', { files: ready.files.slice(0, -1) }, /^doctor\.js is in/],
    [
      'has no repository',
      { ...manifest({ repository: { type: 'git', url: '' } }) },
      /no repository.*"url": "git\+https:\/\/<host>\/<owner>\/<name>\.git"/,
    ],
    [
      'has another repository than its build',
      { source: 'https://host.example/owner/fork' },
      /has the repository git\+https:\/\/host\.example\/owner\/widget\.git\. .*owner\/fork\.git"/,
    ],
    ['has no homepage', manifest({ homepage: undefined }), /no "homepage"/],
    ['has no address for bug reports', manifest({ bugs: undefined }), /no "bugs"/],
    [
      'has the placeholder of a security contact',
      { contacts: { 'SECURITY.md': 'Write to `security@example.invalid`.' } },
      /^SECURITY\.md names the placeholder/,
    ],
    ['is marked as unreleased', { changelog: '## 1.2.0 (unreleased)\n' }, /the release date/],
    ['has uncommitted changes', { changes: ' M src/index.ts' }, /uncommitted changes:\n M src/],
  ])('reports a release that %s', (_, change, message) => {
    expect(findObstacles({ ...ready, ...change })).toEqual([expect.stringMatching(message)])
  })

  it('accepts the repository in the manifest in another notation', () => {
    expect(findObstacles({ ...ready, source: 'https://host.example/Owner/widget' })).toEqual([])
  })

  it('accepts a dry run before the date and the repository are known, and with uncommitted changes', () => {
    const { repository: _, ...unnamed } = ready.manifest
    const contacts = { 'SECURITY.md': 'security@example.invalid' }
    const early = {
      contacts,
      changelog: '## 1.2.0 (unreleased)\n',
      changes: ' M src/index.ts',
      isDryRun: true,
    }
    expect(findObstacles({ ...ready, manifest: unnamed, ...early })).toEqual([])
  })

  it.each(['CODE_OF_CONDUCT.md', 'pull_request_template.md', 'ISSUE_TEMPLATE/bug.yml', 'dependabot.yml'])(
    'has the community file %s',
    (file) => {
      const text = readFileSync(join(root, '.github', file), 'utf8')
      expect(file.endsWith('.yml') ? parse(text) : text).toBeTruthy()
    },
  )

  it('the release workflow runs all tests first and may sign the package', () => {
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
