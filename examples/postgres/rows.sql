SELECT jsonb_build_object('version', 1, 'settings', jsonb_build_object('WINDOW', 604800));

SELECT jsonb_build_object(
    'id', s.id, 'poster', p.name, 'title', s.title, 'link', s.url,
    'time', s.created_at, 'hidden', s.hidden,
    'up', (SELECT jsonb_agg(u.name) FROM votes v JOIN users u ON u.id = v.user_id
           WHERE v.story_id = s.id AND v.value > 0),
    'down', (SELECT jsonb_agg(u.name) FROM votes v JOIN users u ON u.id = v.user_id
             WHERE v.story_id = s.id AND v.value < 0),
    'groups', (SELECT jsonb_agg(t.name) FROM taggings g JOIN tags t ON t.id = g.tag_id
               WHERE g.story_id = s.id),
    'fields', jsonb_build_array(jsonb_build_array('source', 'story ' || s.id)))
FROM stories s JOIN users p ON p.id = s.user_id
ORDER BY s.id;

SELECT CASE WHEN c.deleted THEN jsonb_build_object(
    'id', c.id, 'article', c.story_id, 'parent', c.parent_id,
    'deleted', true, 'time', c.created_at)
ELSE jsonb_build_object(
    'id', c.id, 'article', c.story_id, 'parent', c.parent_id,
    'poster', p.name, 'text', c.body, 'time', c.created_at,
    'up', (SELECT jsonb_agg(u.name) FROM votes v JOIN users u ON u.id = v.user_id
           WHERE v.comment_id = c.id AND v.value > 0),
    'down', (SELECT jsonb_agg(u.name) FROM votes v JOIN users u ON u.id = v.user_id
             WHERE v.comment_id = c.id AND v.value < 0))
END
FROM comments c JOIN users p ON p.id = c.user_id
WHERE NOT c.deleted OR EXISTS (SELECT FROM comments a WHERE a.parent_id = c.id)
ORDER BY c.id;
