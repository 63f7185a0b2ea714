SET time_zone = '+00:00', SESSION group_concat_max_len = 4294967295;

SELECT JSON_OBJECT('version', 1, 'settings', JSON_OBJECT('WINDOW', 604800));

SELECT JSON_OBJECT(
    'id', s.id, 'poster', p.name, 'title', s.title, 'link', s.url,
    'time', UNIX_TIMESTAMP(s.created_at), 'hidden', s.hidden,
    'up', JSON_EXTRACT((SELECT JSON_ARRAYAGG(u.name) FROM votes v JOIN users u ON u.id = v.user_id
                        WHERE v.story_id = s.id AND v.value > 0), '$'),
    'down', JSON_EXTRACT((SELECT JSON_ARRAYAGG(u.name) FROM votes v JOIN users u ON u.id = v.user_id
                          WHERE v.story_id = s.id AND v.value < 0), '$'),
    'groups', JSON_EXTRACT((SELECT JSON_ARRAYAGG(t.name) FROM taggings g JOIN tags t ON t.id = g.tag_id
                            WHERE g.story_id = s.id), '$'),
    'fields', JSON_ARRAY(JSON_ARRAY('source', CONCAT('story ', s.id))))
FROM stories s JOIN users p ON p.id = s.user_id
ORDER BY s.id;

SELECT IF(c.deleted, JSON_OBJECT(
    'id', c.id, 'article', c.story_id, 'parent', c.parent_id,
    'deleted', 1, 'time', UNIX_TIMESTAMP(c.created_at)),
JSON_OBJECT(
    'id', c.id, 'article', c.story_id, 'parent', c.parent_id,
    'poster', p.name, 'text', c.body, 'time', UNIX_TIMESTAMP(c.created_at),
    'up', JSON_EXTRACT((SELECT JSON_ARRAYAGG(u.name) FROM votes v JOIN users u ON u.id = v.user_id
                        WHERE v.comment_id = c.id AND v.value > 0), '$'),
    'down', JSON_EXTRACT((SELECT JSON_ARRAYAGG(u.name) FROM votes v JOIN users u ON u.id = v.user_id
                          WHERE v.comment_id = c.id AND v.value < 0), '$')))
FROM comments c JOIN users p ON p.id = c.user_id
WHERE NOT c.deleted OR EXISTS (SELECT 1 FROM comments a WHERE a.parent_id = c.id)
ORDER BY c.id;
