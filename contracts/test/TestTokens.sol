// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A token that anyone may mint, with EIP-2612 permits.
contract PlainToken {
    string public constant name = "Plain";
    string public constant symbol = "PLAIN";
    bytes32 public immutable DOMAIN_SEPARATOR;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public nonces;

    constructor() {
        DOMAIN_SEPARATOR = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }

    function decimals() external view virtual returns (uint8) {
        return 18;
    }

    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external virtual returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external virtual returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external virtual returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        virtual
    {
        bytes32 kind = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 data = keccak256(abi.encode(kind, owner, spender, value, nonces[owner]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR, data));
        require(block.timestamp <= deadline && ecrecover(digest, v, r, s) == owner, "PERMIT");
        allowance[owner][spender] = value;
    }

    function _move(address from, address to, uint256 amount) internal virtual {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// A token with six decimals.
contract CoarseToken is PlainToken {
    function decimals() external pure override returns (uint8) {
        return 6;
    }
}

/// Burns 1 % of each transfer.
contract TaxedToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal override {
        balanceOf[from] -= amount;
        balanceOf[to] += amount - amount / 100;
        totalSupply -= amount / 100;
    }
}

/// Calls the receiver of each transfer.
contract HookedToken is PlainToken {
    function _move(address from, address to, uint256 amount) internal virtual override {
        super._move(from, to, amount);
        _tell(to, "tokensReceived()");
    }

    function _tell(address account, string memory hook) internal {
        if (account.code.length == 0) return;
        (bool ok, bytes memory why) = account.call(abi.encodeWithSignature(hook));
        // An account without the hook reverts without data.
        if (!ok && why.length != 0) {
            assembly {
                revert(add(why, 32), mload(why))
            }
        }
    }
}

/// Returns nothing, refuses to change a non-zero allowance, and keeps a blocklist.
contract UsdtLikeToken {
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public blocked;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function setBlocked(address account, bool value) external {
        blocked[account] = value;
    }

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0, "NON_ZERO_ALLOWANCE");
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private {
        require(!blocked[from] && !blocked[to], "BLOCKED");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// Returns false for every transfer.
contract FalseToken is PlainToken {
    function transferFrom(address, address, uint256) external pure override returns (bool) {
        return false;
    }
}
