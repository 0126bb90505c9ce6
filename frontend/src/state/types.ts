/** The wire's types, for views: they read state and never the wire. */
export type * from '../api/types'
