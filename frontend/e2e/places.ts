import { join } from 'node:path'

export const project = join(import.meta.dirname, '../..')
export const binary = join(project, 'build/cache/branchline')
export const screenshots = join(project, 'build/screenshots')

/** A file of samples/, in which {{SAMPLES}} stands for the folder it is unpacked into. */
export const sample = (name: string) => join(project, 'samples', `${name}.jsonl`)

/** A file of fixtures/, as somebody's agent, disk or editor left it. */
export const fixture = (name: string) => join(import.meta.dirname, 'fixtures', `${name}.jsonl`)
