package session

// Aside tells whether entries of this kind are a reader's own, made at any time
// after what they stand behind: labels and names. No clock starts or goes on with them.
func (k Kind) Aside() bool { return k == KindLabel || k == KindName }

// ItemKind says what a reader sees an entry as; a tool result is a call, and
// every assistant's message a reply until its parts are known.
func (e *Entry) ItemKind() ItemKind {
	if e.Has(Unreadable) && e.Role == RoleNone {
		return ItemUnknown
	}
	switch e.Role {
	case RoleUser:
		return ItemPrompt
	case RoleAssistant:
		return ItemReply
	case RoleToolResult:
		return ItemCall
	case RoleBash:
		return ItemBash
	case RoleSystem:
		return ItemSystem
	case RoleCustom:
		return ItemCustomMessage
	}
	switch e.Kind {
	case KindCompaction:
		return ItemCompaction
	case KindBranchSummary:
		return ItemBranchSummary
	case KindModel:
		return ItemModel
	case KindLevel:
		return ItemLevel
	case KindTools, KindCustom:
		return ItemCustom
	case KindCustomMessage:
		return ItemCustomMessage
	case KindLabel:
		return ItemLabel
	case KindName:
		return ItemName
	case KindUsage:
		return ItemUsage
	case KindEdit:
		return ItemEdit
	case KindEvent:
		return ItemEvent
	}
	return ItemUnknown
}
